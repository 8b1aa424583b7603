// Made by iexpense-bindgen: the layout of the C structs as this library sees it.

internal import CIExpense

/// The version of the library and of its header.
let abiVersion: StaticString = "0.1.0"

/// Finds offset and size of a C struct's field in bytes; without a field, those of the struct.
func abiLayout(type: String, field: String?) -> (offset: Int, size: Int)? {
  switch type {
  case "iex_error": errorLayout(field)
  case "iex_money": moneyLayout(field)
  case "iex_options": optionsLayout(field)
  case "iex_expense": expenseLayout(field)
  case "iex_query": queryLayout(field)
  case "iex_total": totalLayout(field)
  case "iex_section": sectionLayout(field)
  case "iex_draft_options": draftOptionsLayout(field)
  case "iex_problem": problemLayout(field)
  case "iex_draft_state": draftStateLayout(field)
  case "iex_revision": revisionLayout(field)
  case "iex_change_item": changeItemLayout(field)
  case "iex_subscription_options": subscriptionOptionsLayout(field)
  case "iex_difference": differenceLayout(field)
  case "iex_view_item": viewItemLayout(field)
  case "iex_section_change": sectionChangeLayout(field)
  case "iex_splice": spliceLayout(field)
  case "iex_step": stepLayout(field)
  case "iex_progress": progressLayout(field)
  case "iex_import_options": importOptionsLayout(field)
  case "iex_import_summary": importSummaryLayout(field)
  case "iex_effect": effectLayout(field)
  case "iex_import_row": importRowLayout(field)
  case "iex_finding": findingLayout(field)
  case "iex_profile": profileLayout(field)
  case "iex_rule": ruleLayout(field)
  case "iex_export_options": exportOptionsLayout(field)
  case "iex_value": valueLayout(field)
  case "iex_sheet_state": sheetStateLayout(field)
  default: nil
  }
}

private typealias Layout = (offset: Int, size: Int)

private func layout<Root, Value>(_ path: KeyPath<Root, Value>) -> Layout? {
  MemoryLayout<Root>.offset(of: path).map { ($0, MemoryLayout<Value>.size) }
}

private func errorLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: (0, MemoryLayout<iex_error>.stride)
  case "status": layout(\iex_error.status)
  case "sqlite_code": layout(\iex_error.sqlite_code)
  case "system_code": layout(\iex_error.system_code)
  case "field": layout(\iex_error.field)
  case "message": layout(\iex_error.message)
  default: nil
  }
}

private func moneyLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: (0, MemoryLayout<iex_money>.stride)
  case "amount_minor": layout(\iex_money.amount_minor)
  case "digits": layout(\iex_money.digits)
  case "currency": layout(\iex_money.currency)
  default: nil
  }
}

private func optionsLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_options>.stride)
  case "struct_size": unsafe layout(\iex_options.struct_size)
  case "flags": unsafe layout(\iex_options.flags)
  case "currency": unsafe layout(\iex_options.currency)
  case "origin": unsafe layout(\iex_options.origin)
  case "busy_timeout_ms": unsafe layout(\iex_options.busy_timeout_ms)
  default: nil
  }
}

private func expenseLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_expense>.stride)
  case "struct_size": unsafe layout(\iex_expense.struct_size)
  case "date": unsafe layout(\iex_expense.date)
  case "id": unsafe layout(\iex_expense.id)
  case "amount_minor": unsafe layout(\iex_expense.amount_minor)
  case "name": unsafe layout(\iex_expense.name)
  case "type": unsafe layout(\iex_expense.type)
  case "category": unsafe layout(\iex_expense.category)
  case "currency": unsafe layout(\iex_expense.currency)
  case "account": unsafe layout(\iex_expense.account)
  case "note": unsafe layout(\iex_expense.note)
  case "tags": unsafe layout(\iex_expense.tags)
  case "tag_count": unsafe layout(\iex_expense.tag_count)
  case "reimbursement": unsafe layout(\iex_expense.reimbursement)
  case "currency_digits": unsafe layout(\iex_expense.currency_digits)
  case "conversion_digits": unsafe layout(\iex_expense.conversion_digits)
  case "conversion_amount_minor": unsafe layout(\iex_expense.conversion_amount_minor)
  case "conversion_currency": unsafe layout(\iex_expense.conversion_currency)
  case "conversion_rate": unsafe layout(\iex_expense.conversion_rate)
  case "source_import": unsafe layout(\iex_expense.source_import)
  case "source_line": unsafe layout(\iex_expense.source_line)
  case "source_fingerprint": unsafe layout(\iex_expense.source_fingerprint)
  case "source_external_id": unsafe layout(\iex_expense.source_external_id)
  case "extra": unsafe layout(\iex_expense.extra)
  case "uuid": unsafe layout(\iex_expense.uuid)
  default: nil
  }
}

private func queryLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_query>.stride)
  case "struct_size": unsafe layout(\iex_query.struct_size)
  case "first_date": unsafe layout(\iex_query.first_date)
  case "last_date": unsafe layout(\iex_query.last_date)
  case "sort": unsafe layout(\iex_query.sort)
  case "then_sort": unsafe layout(\iex_query.then_sort)
  case "flags": unsafe layout(\iex_query.flags)
  case "type": unsafe layout(\iex_query.type)
  case "category": unsafe layout(\iex_query.category)
  case "currency": unsafe layout(\iex_query.currency)
  case "account": unsafe layout(\iex_query.account)
  case "text": unsafe layout(\iex_query.text)
  case "month": unsafe layout(\iex_query.month)
  case "section": unsafe layout(\iex_query.section)
  case "section_level": unsafe layout(\iex_query.section_level)
  case "reimbursements": unsafe layout(\iex_query.reimbursements)
  case "limit": unsafe layout(\iex_query.limit)
  case "min_amount": unsafe layout(\iex_query.min_amount)
  case "max_amount": unsafe layout(\iex_query.max_amount)
  case "types": unsafe layout(\iex_query.types)
  case "accounts": unsafe layout(\iex_query.accounts)
  case "currencies": unsafe layout(\iex_query.currencies)
  case "tags_any": unsafe layout(\iex_query.tags_any)
  case "tags_all": unsafe layout(\iex_query.tags_all)
  case "tags_none": unsafe layout(\iex_query.tags_none)
  case "more_sorts": unsafe layout(\iex_query.more_sorts)
  case "type_count": unsafe layout(\iex_query.type_count)
  case "account_count": unsafe layout(\iex_query.account_count)
  case "currency_count": unsafe layout(\iex_query.currency_count)
  case "tags_any_count": unsafe layout(\iex_query.tags_any_count)
  case "tags_all_count": unsafe layout(\iex_query.tags_all_count)
  case "tags_none_count": unsafe layout(\iex_query.tags_none_count)
  case "more_sort_count": unsafe layout(\iex_query.more_sort_count)
  default: nil
  }
}

private func totalLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_total>.stride)
  case "struct_size": unsafe layout(\iex_total.struct_size)
  case "month": unsafe layout(\iex_total.month)
  case "amount_minor": unsafe layout(\iex_total.amount_minor)
  case "amount_high": unsafe layout(\iex_total.amount_high)
  case "count": unsafe layout(\iex_total.count)
  case "type": unsafe layout(\iex_total.type)
  case "category": unsafe layout(\iex_total.category)
  case "currency": unsafe layout(\iex_total.currency)
  case "currency_digits": unsafe layout(\iex_total.currency_digits)
  case "date": unsafe layout(\iex_total.date)
  case "account": unsafe layout(\iex_total.account)
  default: nil
  }
}

private func sectionLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_section>.stride)
  case "struct_size": unsafe layout(\iex_section.struct_size)
  case "date": unsafe layout(\iex_section.date)
  case "position": unsafe layout(\iex_section.position)
  case "count": unsafe layout(\iex_section.count)
  case "title": unsafe layout(\iex_section.title)
  case "totals": unsafe layout(\iex_section.totals)
  case "total_count": unsafe layout(\iex_section.total_count)
  default: nil
  }
}

private func draftOptionsLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_draft_options>.stride)
  case "struct_size": unsafe layout(\iex_draft_options.struct_size)
  case "flags": unsafe layout(\iex_draft_options.flags)
  case "decimal_mark": unsafe layout(\iex_draft_options.decimal_mark)
  case "defaults": unsafe layout(\iex_draft_options.defaults)
  case "default_fields": unsafe layout(\iex_draft_options.default_fields)
  default: nil
  }
}

private func problemLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_problem>.stride)
  case "struct_size": unsafe layout(\iex_problem.struct_size)
  case "field": unsafe layout(\iex_problem.field)
  case "status": unsafe layout(\iex_problem.status)
  case "message": unsafe layout(\iex_problem.message)
  default: nil
  }
}

private func draftStateLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: (0, MemoryLayout<iex_draft_state>.stride)
  case "struct_size": layout(\iex_draft_state.struct_size)
  case "flags": layout(\iex_draft_state.flags)
  case "id": layout(\iex_draft_state.id)
  case "changed": layout(\iex_draft_state.changed)
  case "conflicts": layout(\iex_draft_state.conflicts)
  default: nil
  }
}

private func revisionLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_revision>.stride)
  case "struct_size": unsafe layout(\iex_revision.struct_size)
  case "kind": unsafe layout(\iex_revision.kind)
  case "first_revision": unsafe layout(\iex_revision.first_revision)
  case "last_revision": unsafe layout(\iex_revision.last_revision)
  case "time_ms": unsafe layout(\iex_revision.time_ms)
  case "instance": unsafe layout(\iex_revision.instance)
  case "added": unsafe layout(\iex_revision.added)
  case "updated": unsafe layout(\iex_revision.updated)
  case "removed": unsafe layout(\iex_revision.removed)
  case "fields": unsafe layout(\iex_revision.fields)
  case "target": unsafe layout(\iex_revision.target)
  case "undone_by": unsafe layout(\iex_revision.undone_by)
  case "origin": unsafe layout(\iex_revision.origin)
  case "label": unsafe layout(\iex_revision.label)
  default: nil
  }
}

private func changeItemLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: (0, MemoryLayout<iex_change_item>.stride)
  case "struct_size": layout(\iex_change_item.struct_size)
  case "kind": layout(\iex_change_item.kind)
  case "first_id": layout(\iex_change_item.first_id)
  case "count": layout(\iex_change_item.count)
  case "fields": layout(\iex_change_item.fields)
  default: nil
  }
}

private func subscriptionOptionsLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: (0, MemoryLayout<iex_subscription_options>.stride)
  case "struct_size": layout(\iex_subscription_options.struct_size)
  case "flags": layout(\iex_subscription_options.flags)
  case "fields": layout(\iex_subscription_options.fields)
  case "delivery": layout(\iex_subscription_options.delivery)
  default: nil
  }
}

private func differenceLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: (0, MemoryLayout<iex_difference>.stride)
  case "struct_size": layout(\iex_difference.struct_size)
  case "flags": layout(\iex_difference.flags)
  case "old_count": layout(\iex_difference.old_count)
  case "new_count": layout(\iex_difference.new_count)
  default: nil
  }
}

private func viewItemLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: (0, MemoryLayout<iex_view_item>.stride)
  case "struct_size": layout(\iex_view_item.struct_size)
  case "kind": layout(\iex_view_item.kind)
  case "old_position": layout(\iex_view_item.old_position)
  case "new_position": layout(\iex_view_item.new_position)
  case "id": layout(\iex_view_item.id)
  case "fields": layout(\iex_view_item.fields)
  default: nil
  }
}

private func sectionChangeLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_section_change>.stride)
  case "struct_size": unsafe layout(\iex_section_change.struct_size)
  case "kind": unsafe layout(\iex_section_change.kind)
  case "date": unsafe layout(\iex_section_change.date)
  case "old_total_count": unsafe layout(\iex_section_change.old_total_count)
  case "old_position": unsafe layout(\iex_section_change.old_position)
  case "new_position": unsafe layout(\iex_section_change.new_position)
  case "old_count": unsafe layout(\iex_section_change.old_count)
  case "new_count": unsafe layout(\iex_section_change.new_count)
  case "title": unsafe layout(\iex_section_change.title)
  case "old_totals": unsafe layout(\iex_section_change.old_totals)
  case "new_totals": unsafe layout(\iex_section_change.new_totals)
  case "new_total_count": unsafe layout(\iex_section_change.new_total_count)
  default: nil
  }
}

private func spliceLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: (0, MemoryLayout<iex_splice>.stride)
  case "position": layout(\iex_splice.position)
  case "removed": layout(\iex_splice.removed)
  case "added": layout(\iex_splice.added)
  case "updated": layout(\iex_splice.updated)
  case "told": layout(\iex_splice.told)
  default: nil
  }
}

private func stepLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: (0, MemoryLayout<iex_step>.stride)
  case "revision": layout(\iex_step.revision)
  case "target": layout(\iex_step.target)
  case "label": layout(\iex_step.label)
  default: nil
  }
}

private func progressLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: (0, MemoryLayout<iex_progress>.stride)
  case "struct_size": layout(\iex_progress.struct_size)
  case "phase": layout(\iex_progress.phase)
  case "done": layout(\iex_progress.done)
  case "total": layout(\iex_progress.total)
  default: nil
  }
}

private func importOptionsLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_import_options>.stride)
  case "struct_size": unsafe layout(\iex_import_options.struct_size)
  case "flags": unsafe layout(\iex_import_options.flags)
  case "profile": unsafe layout(\iex_import_options.profile)
  case "account": unsafe layout(\iex_import_options.account)
  case "format": unsafe layout(\iex_import_options.format)
  case "name": unsafe layout(\iex_import_options.name)
  case "progress": unsafe layout(\iex_import_options.progress)
  case "progress_context": unsafe layout(\iex_import_options.progress_context)
  default: nil
  }
}

private func importSummaryLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_import_summary>.stride)
  case "struct_size": unsafe layout(\iex_import_summary.struct_size)
  case "questions": unsafe layout(\iex_import_summary.questions)
  case "rows": unsafe layout(\iex_import_summary.rows)
  case "fresh": unsafe layout(\iex_import_summary.fresh)
  case "duplicates": unsafe layout(\iex_import_summary.duplicates)
  case "suspected": unsafe layout(\iex_import_summary.suspected)
  case "left_out": unsafe layout(\iex_import_summary.left_out)
  case "removed_earlier": unsafe layout(\iex_import_summary.removed_earlier)
  case "rejected": unsafe layout(\iex_import_summary.rejected)
  case "format": unsafe layout(\iex_import_summary.format)
  case "encoding": unsafe layout(\iex_import_summary.encoding)
  case "name": unsafe layout(\iex_import_summary.name)
  case "text": unsafe layout(\iex_import_summary.text)
  case "question_text": unsafe layout(\iex_import_summary.question_text)
  case "profile_name": unsafe layout(\iex_import_summary.profile_name)
  case "excluded": unsafe layout(\iex_import_summary.excluded)
  case "differing": unsafe layout(\iex_import_summary.differing)
  default: nil
  }
}

private func effectLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_effect>.stride)
  case "struct_size": unsafe layout(\iex_effect.struct_size)
  case "kind": unsafe layout(\iex_effect.kind)
  case "row": unsafe layout(\iex_effect.row)
  case "id": unsafe layout(\iex_effect.id)
  case "rule": unsafe layout(\iex_effect.rule)
  case "old_value": unsafe layout(\iex_effect.old_value)
  case "new_value": unsafe layout(\iex_effect.new_value)
  case "problem": unsafe layout(\iex_effect.problem)
  case "field": unsafe layout(\iex_effect.field)
  default: nil
  }
}

private func importRowLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_import_row>.stride)
  case "struct_size": unsafe layout(\iex_import_row.struct_size)
  case "status": unsafe layout(\iex_import_row.status)
  case "line": unsafe layout(\iex_import_row.line)
  case "column": unsafe layout(\iex_import_row.column)
  case "duplicate_of": unsafe layout(\iex_import_row.duplicate_of)
  case "expense": unsafe layout(\iex_import_row.expense)
  case "column_name": unsafe layout(\iex_import_row.column_name)
  case "cell": unsafe layout(\iex_import_row.cell)
  case "reason": unsafe layout(\iex_import_row.reason)
  case "effects": unsafe layout(\iex_import_row.effects)
  case "effect_count": unsafe layout(\iex_import_row.effect_count)
  default: nil
  }
}

private func findingLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_finding>.stride)
  case "struct_size": unsafe layout(\iex_finding.struct_size)
  case "state": unsafe layout(\iex_finding.state)
  case "line": unsafe layout(\iex_finding.line)
  case "key": unsafe layout(\iex_finding.key)
  case "value": unsafe layout(\iex_finding.value)
  case "text": unsafe layout(\iex_finding.text)
  case "example": unsafe layout(\iex_finding.example)
  case "candidates": unsafe layout(\iex_finding.candidates)
  case "candidate_count": unsafe layout(\iex_finding.candidate_count)
  default: nil
  }
}

private func profileLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_profile>.stride)
  case "struct_size": unsafe layout(\iex_profile.struct_size)
  case "name": unsafe layout(\iex_profile.name)
  case "json": unsafe layout(\iex_profile.json)
  default: nil
  }
}

private func ruleLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_rule>.stride)
  case "struct_size": unsafe layout(\iex_rule.struct_size)
  case "name": unsafe layout(\iex_rule.name)
  case "json": unsafe layout(\iex_rule.json)
  default: nil
  }
}

private func exportOptionsLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_export_options>.stride)
  case "struct_size": unsafe layout(\iex_export_options.struct_size)
  case "flags": unsafe layout(\iex_export_options.flags)
  case "progress": unsafe layout(\iex_export_options.progress)
  case "progress_context": unsafe layout(\iex_export_options.progress_context)
  default: nil
  }
}

private func valueLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_value>.stride)
  case "struct_size": unsafe layout(\iex_value.struct_size)
  case "kind": unsafe layout(\iex_value.kind)
  case "integer": unsafe layout(\iex_value.integer)
  case "text": unsafe layout(\iex_value.text)
  case "currency": unsafe layout(\iex_value.currency)
  default: nil
  }
}

private func sheetStateLayout(_ field: String?) -> Layout? {
  switch field {
  case nil: unsafe (0, MemoryLayout<iex_sheet_state>.stride)
  case "struct_size": unsafe layout(\iex_sheet_state.struct_size)
  case "flags": unsafe layout(\iex_sheet_state.flags)
  case "value": unsafe layout(\iex_sheet_state.value)
  default: nil
  }
}
