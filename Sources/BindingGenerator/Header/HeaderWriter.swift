/// Writes the public C header, which is the manual too.
struct HeaderWriter {
  private let plan: HeaderPlan
  private let declarations: CHeader
  private let interface: Interface
  private let programs: [String: SourceFile]
  private var text = ""
  private var problems: [Diagnostic] = []

  private init(
    plan: HeaderPlan, declarations: CHeader, interface: Interface, programs: [String: SourceFile]
  ) {
    self.plan = plan
    self.declarations = declarations
    self.interface = interface
    self.programs = programs
  }

  /// Writes the header.
  ///
  /// - Parameters:
  ///   - plan: The sections and the words of the manual.
  ///   - declarations: The structs and constants.
  ///   - interface: The functions.
  ///   - programs: The program of each section, by the section's name.
  /// - Throws: Every comment, program and section that doesn't fit.
  static func write(
    plan: HeaderPlan, declarations: CHeader, interface: Interface, programs: [String: SourceFile]
  ) throws(Diagnostics) -> String {
    var writer = HeaderWriter(
      plan: plan, declarations: declarations, interface: interface, programs: programs)
    writer.checkSections()
    writer.writeStart()
    for section in plan.sections { writer.write(section) }
    writer.text += "\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* IEXPENSE_H */\n"
    if !writer.problems.isEmpty { throw Diagnostics(writer.problems) }
    return writer.text
  }

  /// Finds sections and structs that the plan does not know, which would be lost.
  private mutating func checkSections() {
    for section in declarations.sections
    where !plan.sections.contains(where: { $0.name == section.name }) {
      problems.append(
        Diagnostic(
          file: declarations.file, line: section.line,
          message: "section \(section.name) is not in the header's list of sections"))
    }
    for initializer in plan.sections.flatMap(\.initializers) {
      let first = declarations.structure(named: initializer.structure)?.fields.first
      guard first?.name == "struct_size", first?.type == .scalar(.uint32) else {
        problems.append(
          Diagnostic(
            file: declarations.file,
            line: declarations.structure(named: initializer.structure)?.line,
            message: "\(initializer.structure) does not begin with uint32_t struct_size"))
        continue
      }
    }
  }

  private mutating func writeStart() {
    var comment = CComment()
    comment.line("iexpense.h: an embeddable expense store.")
    comment.gap()
    comment.text("Version \(plan.version). SPDX-License-Identifier: MIT")
    comment.text(
      "Made by iexpense-bindgen from the sources of the library: changes belong there, not here.")
    comment.paragraphs(plan.introduction)
    comment.gap()
    comment.text("Sections, from simple to advanced:")
    for section in plan.sections { comment.text(section.title, first: "- ") }
    append(comment, isBlock: true, file: "the header's introduction", line: nil)
    text += """
      #ifndef IEXPENSE_H
      #define IEXPENSE_H

      #include <stddef.h>
      #include <stdint.h>

      /* The version of this header; iex_version() gives that of the library. */
      #define IEX_VERSION "\(plan.version)"
      #define IEX_VERSION_MAJOR \(plan.version.major)
      #define IEX_VERSION_MINOR \(plan.version.minor)
      #define IEX_VERSION_PATCH \(plan.version.patch)

      #ifdef __cplusplus
      extern "C" {
      #endif


      """
    var banner = CComment()
    banner.title("Handles")
    append(banner, isBlock: true, file: "Handles", line: nil)
    for handle in interface.handles {
      text += "\n"
      write(handle.origin, parameters: [])
      text += "typedef struct \(handle.name) \(handle.name);\n"
    }
  }

  private mutating func write(_ section: HeaderPlan.Section) {
    text += "\n"
    var banner = CComment()
    banner.title(section.title)
    banner.paragraphs(section.introduction)
    let program = programs[section.name]
    if let program {
      banner.gap()
      banner.program(program.text)
    } else {
      problems.append(
        Diagnostic(file: section.name, message: "the section has no program at its top"))
    }
    append(banner, isBlock: true, file: program?.path ?? section.name, line: nil)

    let declared = declarations.text(ofSection: section.name)
    if !declared.isEmpty { text += "\n\(declared)\n" }
    writeInitializers(section)
    for callback in interface.callbacks(introducedIn: section.name) {
      text += "\n"
      write(callback.origin, parameters: callback.parameters)
      text += CDeclaration.callback(callback)
    }
    for function in interface.functions where function.section == section.name {
      text += "\n"
      write(function.origin, parameters: function.parameters)
      text += CDeclaration.function(function)
    }
  }

  private mutating func writeInitializers(_ section: HeaderPlan.Section) {
    guard !section.initializers.isEmpty else { return }
    var comment = CComment()
    let names = section.initializers.map(\.structure).joined(separator: " or ")
    comment.text(
      "Makes an \(names) of the fields that are named, with struct_size set and the others 0.")
    text += "\n"
    append(comment, file: section.name, line: nil)
    text += "#ifndef __cplusplus\n"
    for initializer in section.initializers {
      let head = "#define \(initializer.macro)(...)"
      let body = "((\(initializer.structure)){.struct_size = sizeof(\(initializer.structure)), "
      text += "\(head) \\\n  \(body)__VA_ARGS__})\n"
    }
    text += "#endif\n"
  }

  /// Writes the comment of a declaration and checks that it tells of real parameters.
  private mutating func write(_ origin: Interface.Origin, parameters: [Interface.Parameter]) {
    let comment = DocCommentReader.read(origin.documentation)
    for parameter in comment.parameters
    where !parameters.contains(where: { $0.name == parameter.name }) {
      problems.append(
        Diagnostic(
          file: origin.file, line: parameter.line ?? origin.line,
          message: "the comment tells of a parameter \(parameter.name), which there is not"))
    }
    append(CComment(comment), file: origin.file, line: origin.line)
  }

  private mutating func append(
    _ comment: CComment, isBlock: Bool = false, file: String, line: Int?
  ) {
    do {
      text += try comment.c(isBlock: isBlock)
    } catch {
      problems.append(Diagnostic(file: file, line: line, message: error.message))
    }
  }
}
