--[[ A transaction, a view, and a line for each change. LuaJIT's FFI reads the header itself:

    luajit trip.lua ]]
local ffi = require "ffi"
local folder = io.popen("pkg-config --variable=includedir iexpense"):read()
local text = io.open(folder .. "/iexpense.h"):read("*a"):gsub("#ifn?def __cplusplus.-#endif", "")
text = text:gsub("#define (IEX_[%w_]+) (%d+)\n", "static const int %1 = %2;\n")
ffi.cdef((text:gsub("\n#[^\n]*", "")))
local iex, failure = ffi.load "iexpense", ffi.new "iex_error"

local function check(status)
  if status ~= 0 then error(ffi.string(failure.message), 0) end
end
local function sized(name, fields) -- IEX_EXPENSE(…), IEX_QUERY(…) and so on: the rest is 0
  fields.struct_size = ffi.sizeof(name)
  return ffi.new(name, fields)
end

local changed = ffi.cast("iex_change_callback", function(_, change) -- a local: C holds it too
  print(ffi.string(iex.iex_change_describe(change)))
end)
local store, options = ffi.new "iex_store *[1]", {currency = "EUR", origin = "trip"}
check(iex.iex_store_open("spending.db", sized("iex_options", options), store, failure))
store = store[0]
check(iex.iex_store_subscribe(store, changed, nil, nil, nil, failure))
check(iex.iex_store_begin(store, "Trip to Rome", failure))
local function add(fields) iex.iex_store_add(store, sized("iex_expense", fields), nil, nil) end
add {name = "Train", amount_minor = 8990, date = 20260313}
add {name = "Hotel", amount_minor = 21400, date = 20260314}
check(iex.iex_store_commit(store, failure)) -- the first failure inside, if there was one
local view, page, count = ffi.new "iex_view *[1]", ffi.new "iex_page *[1]", ffi.new "size_t[1]"
check(iex.iex_view_open(store, sized("iex_query", {month = 202603}), view, failure))
check(iex.iex_view_read(view[0], 0, 50, page, failure))
local rows, amount = iex.iex_page_rows(page[0], count), ffi.new("char[?]", iex.IEX_AMOUNT_TEXT)
for i = 0, tonumber(count[0]) - 1 do -- in a later library the rows may be longer: IEX_AT
  local row = ffi.cast("iex_expense *", ffi.cast("char *", rows) + i * rows.struct_size)
  iex.iex_amount_text(row.amount_minor, row.currency, amount)
  print(("%d  %-10s %12s"):format(row.date, ffi.string(row.name), ffi.string(amount)))
end
iex.iex_store_close(store) -- its views, pages and subscriptions too
