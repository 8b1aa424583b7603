//! A transaction, a view, and a line for each change. The declarations are made by bindgen:
//!
//!     header=$(pkg-config --variable=includedir iexpense)/iexpense.h
//!     bindgen --with-derive-default $header -o iexpense.rs
//!     rustc -A warnings --edition 2021 trip.rs $(pkg-config --libs iexpense) && ./trip
include!(concat!(env!("PWD"), "/iexpense.rs"));
use std::{ffi::c_void, ffi::CStr, mem::size_of, os::raw::c_char, ptr::null_mut};
macro_rules! sized { // IEX_EXPENSE(…), IEX_QUERY(…) and so on: the size is set, the rest is 0
    ($t:ident, $($field:tt)*) => {
        $t { struct_size: size_of::<$t>() as u32, $($field)*, ..Default::default() }
    };
}
fn text(c: *const c_char) -> String { unsafe { CStr::from_ptr(c) }.to_string_lossy().into_owned() }
unsafe extern "C" fn changed(_context: *mut c_void, change: *const iex_change) {
    println!("{}", text(iex_change_describe(change))); // a copy: its own text ends with it
}
fn main() -> Result<(), String> { unsafe {
    let c = |s: &'static [u8]| CStr::from_bytes_with_nul(s).unwrap().as_ptr();
    let (mut store, mut view, mut page) = (null_mut(), null_mut(), null_mut());
    let (mut amount, mut count, error) = ([0; 48], 0, &mut iex_error::default() as *mut iex_error);
    let check = |s| if s == 0 { Ok(()) } else { Err(text((*error).message.as_ptr())) };
    let options = sized!(iex_options, currency: c(b"EUR\0"), origin: c(b"trip\0"));
    check(iex_store_open(c(b"spending.db\0"), &options, &mut store, error))?;
    check(iex_store_subscribe(store, Some(changed), null_mut(), None, null_mut(), error))?;
    check(iex_store_begin(store, c(b"Trip to Rome\0"), error))?;
    for (name, amount_minor, date) in [(b"Train\0", 8990, 20260313), (b"Hotel\0", 21400, 20260314)] {
        let expense = sized!(iex_expense, name: c(name), amount_minor, date);
        iex_store_add(store, &expense, null_mut(), null_mut());
    }
    check(iex_store_commit(store, error))?; // the first failure inside, if there was one
    check(iex_view_open(store, &sized!(iex_query, month: 202603), &mut view, error))?;
    check(iex_view_read(view, 0, 50, &mut page, error))?;
    let rows = iex_page_rows(page, &mut count);
    for i in 0..count as usize { // in a later library the rows may be longer: IEX_AT
        let row = &*rows.byte_add(i * (*rows).struct_size as usize);
        iex_amount_text(row.amount_minor, row.currency, amount.as_mut_ptr());
        println!("{}  {:10} {:>12}", row.date, text(row.name), text(amount.as_ptr()));
    }
    check(iex_store_close(store)) // its views, pages and subscriptions too
} }
