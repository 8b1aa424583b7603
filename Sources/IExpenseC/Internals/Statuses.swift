internal import CIExpense
internal import ExpenseModel

/// The C name of a status.
func statusName(_ status: Int32) -> StaticString {
  guard status != IEX_OK else { return "IEX_OK" }
  return switch ExpenseError.Code(rawValue: status) {
  case .argument: "IEX_ERROR_ARGUMENT"
  case .handle: "IEX_ERROR_HANDLE"
  case .encoding: "IEX_ERROR_ENCODING"
  case .invalid: "IEX_ERROR_INVALID"
  case .overflow: "IEX_ERROR_OVERFLOW"
  case .currency: "IEX_ERROR_CURRENCY"
  case .notFound: "IEX_ERROR_NOT_FOUND"
  case .conflict: "IEX_ERROR_CONFLICT"
  case .busy: "IEX_ERROR_BUSY"
  case .readOnly: "IEX_ERROR_READ_ONLY"
  case .transaction: "IEX_ERROR_TRANSACTION"
  case .notAStore: "IEX_ERROR_NOT_A_STORE"
  case .newer: "IEX_ERROR_NEWER"
  case .damaged: "IEX_ERROR_DAMAGED"
  case .full: "IEX_ERROR_FULL"
  case .io: "IEX_ERROR_IO"
  case .missing: "IEX_ERROR_MISSING"
  case .notAFile: "IEX_ERROR_NOT_A_FILE"
  case .permission: "IEX_ERROR_PERMISSION"
  case .forked: "IEX_ERROR_FORKED"
  case .format: "IEX_ERROR_FORMAT"
  case .ambiguous: "IEX_ERROR_AMBIGUOUS"
  case .cancelled: "IEX_ERROR_CANCELLED"
  case .unsaved: "IEX_ERROR_UNSAVED"
  case nil: "unknown status"
  }
}

/// Finds a struct, or a field of one, in the generated table.
func layout(
  ofType type: UnsafePointer<CChar>?, field: UnsafePointer<CChar>?
) throws(ExpenseError) -> (Int, Int) {
  let type = try unsafe requiredText(type, "type")
  let field = try unsafe field.map { (field) throws(ExpenseError) in
    try unsafe requiredText(field, "field")
  }
  guard let layout = abiLayout(type: type, field: field) else {
    throw ExpenseError(
      .notFound, field.map { "there is no field \(type).\($0)" } ?? "there is no struct \(type)")
  }
  return (layout.offset, layout.size)
}
