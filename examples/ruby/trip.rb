# frozen_string_literal: true
# A transaction, a view, and a line for each change. Fiddle takes all of it from the header:
#
#     ruby trip.rb
require "fiddle/import"
module IEX
  extend Fiddle::Importer
  dlload "libiexpense.so.1"
  header = File.read(`pkg-config --variable=includedir iexpense`.strip + "/iexpense.h")
  sizes = header.scan(/#define (IEX_\w+) (\d+)$/).to_h
  header = header.gsub(%r{/\*.*?\*/}m, "").gsub(/\[(IEX_\w+)\]/) { "[#{sizes[$1]}]" }
  header.scan(/iex_\w+_callback/).uniq.each { |name| typealias name, "void *" }
  typealias "iex_status", "int32_t"
  header.scan(/^[a-z][\w ]*[ *]iex_\w+\([^()]*\);/) { |function| extern function.gsub(/\s+/, " ") }
  STRUCTS = header.scan(/^typedef struct iex_(\w+) \{(.*?)\}/m).to_h do |name, fields|
    [name.to_sym, struct(fields.scan(/[^;]+(?=;)/).map(&:strip))]
  end
  def self.new(name, fields = {}) # zero is every field's default
    zeros = Fiddle::Pointer.malloc(STRUCTS[name].size, Fiddle::RUBY_FREE)
    zeros[0, zeros.size] = "\0" * zeros.size
    struct = STRUCTS[name].new(zeros)
    fields.merge(struct_size: zeros.size).each { |field, value| struct[field.to_s] = value }
    struct
  end
end
text = ->(string) { Fiddle::Pointer[string] } # of a literal, which stays
slot, error = Fiddle::Pointer.malloc(8, Fiddle::RUBY_FREE), IEX::STRUCTS[:error].malloc
check = ->(status) { raise error.message.pack("c*").unpack1("Z*") if status != 0 }
changed = IEX.bind("void changed(void *, void *)") { |_, it| puts IEX.iex_change_describe(it) }
options = IEX.new(:options, currency: text["EUR"], origin: text["trip"])
check[IEX.iex_store_open("spending.db", options, slot, error)]
store = slot.ptr
check[IEX.iex_store_subscribe(store, changed, nil, nil, nil, error)]
check[IEX.iex_store_begin(store, "Trip to Rome", error)]
train = IEX.new(:expense, name: text["Train"], amount_minor: 8990, date: 20260313)
hotel = IEX.new(:expense, name: text["Hotel"], amount_minor: 21400, date: 20260314)
[train, hotel].each { |expense| IEX.iex_store_add(store, expense, nil, nil) }
check[IEX.iex_store_commit(store, error)] # the first failure inside, if there was one
check[IEX.iex_store_close(store)]
