import ExpenseModel
import Foundation
import Testing

@Suite("Identifiers")
struct UUID128Tests {
  @Test("text in any case is read, and written in lower case, as Foundation does")
  func text() throws {
    for _ in 0..<200 {
      let reference = UUID()
      let uuid = try #require(UUID128(parsing: reference.uuidString))
      #expect(uuid.description == reference.uuidString.lowercased())
      #expect(UUID128(parsing: uuid.description) == uuid)
    }
    let bytes = try #require(UUID128(parsing: "00112233-4455-6677-8899-aAbBcCdDeEfF"))
    #expect(bytes == UUID128(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF))
  }

  @Test(
    "texts that are none",
    arguments: [
      "", "00112233445566778899aabbccddeeff", "{00112233-4455-6677-8899-aabbccddeeff}",
      "00112233-4455-6677-8899-aabbccddeef", "00112233-4455-6677-8899-aabbccddeefff",
      "00112233-4455-6677-8899-aabbccddeegf", "00112233_4455_6677_8899_aabbccddeeff",
      "-0112233-4455-6677-8899-aabbccddeeff", "0011223-34455-6677-8899-aabbccddeeff",
      "0011223é-4455-6677-8899-aabbccddeef", "@0112233-4455-6677-8899-aabbccddeeff",
    ])
  func reject(text: String) { #expect(UUID128(parsing: text) == nil) }

  @Test("version 7 has its time, version and variant in place and keeps the random bits")
  func version7() {
    // The example of RFC 9562, appendix A.6.
    let example = UUID128.version7(
      milliseconds: 0x017F_22E2_79B0, random: (0xCC3, 0x18C4_DC0C_0C07_398F))
    #expect(example.description == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
    let full = UUID128.version7(milliseconds: .max, random: (.max, .max))
    #expect(full.description == "ffffffff-ffff-7fff-bfff-ffffffffffff")
    let empty = UUID128.version7(milliseconds: 0, random: (0, 0))
    #expect(empty.description == "00000000-0000-7000-8000-000000000000" && !empty.isZero)
  }

  @Test("zero means none")
  func zero() {
    #expect(UUID128.zero.isZero)
    #expect(!UUID128(high: 0, low: 1).isZero && !UUID128(high: 1, low: 0).isZero)
  }
}
