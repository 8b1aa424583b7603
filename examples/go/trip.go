// A transaction, and a line for each change, by cgo, which reads the header:
//
//	go build trip.go && ./trip
package main

// #cgo pkg-config: iexpense
// #include <iexpense.h>
// void changed(void *context, iex_change *change); // Go's own
import "C"
import "fmt"
import "runtime"
import "unsafe"

var failure C.iex_error

func check(status C.iex_status) {
	if status != C.IEX_OK {
		panic(C.GoString(&failure.message[0]))
	}
}

//export changed
func changed(_ unsafe.Pointer, change *C.iex_change) {
	fmt.Println(C.GoString(C.iex_change_describe(change)))
}

func main() {
	runtime.LockOSThread() // a transaction belongs to its thread, and goroutines change theirs
	var store *C.iex_store
	options := C.iex_options{struct_size: C.sizeof_iex_options, currency: C.CString("EUR")}
	train := C.iex_expense{struct_size: C.sizeof_iex_expense, name: C.CString("Train"), amount_minor: 8990}
	hotel := C.iex_expense{struct_size: C.sizeof_iex_expense, name: C.CString("Hotel"), amount_minor: 21400}
	check(C.iex_store_open(C.CString("spending.db"), &options, &store, &failure))
	check(C.iex_store_subscribe(store, C.iex_change_callback(C.changed), nil, nil, nil, &failure))
	check(C.iex_store_begin(store, C.CString("Trip to Rome"), &failure))
	C.iex_store_add(store, &train, nil, nil)
	C.iex_store_add(store, &hotel, nil, nil)
	check(C.iex_store_commit(store, &failure)) // the first failure inside, if there was one
	check(C.iex_store_close(store))
}
