// Replaces a polyfill of 5 kB that node-polyglot requires, because all supported browsers have the function.
module.exports = Object.entries;
