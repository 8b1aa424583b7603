import Testing

@testable import BindingGenerator

/// Python, laid out as `ruff format` lays it out.
struct PythonTests {
  @Test(arguments: [
    (20, ["  (a, (b, c), (d,)),"]),
    (18, ["  (", "      a,", "      (b, c),", "      (d,),", "  ),"]),
    (
      12,
      [
        "  (", "      a,", "      (", "          b,", "          c,", "      ),", "      (d,),",
        "  ),",
      ]
    ),
  ])
  func tuple(width: Int, lines: [String]) {
    let expression = PythonExpression.tuple([
      .atom("a"), .tuple([.atom("b"), .atom("c")]), .tuple([.atom("d")]),
    ])
    #expect(expression.lines(indent: 2, suffix: ",", width: width) == lines)
  }
}
