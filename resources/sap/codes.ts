/** How SAP writes codes and item numbers. */

/** A customer code as SAP stores it: numbers padded to 10 digits, other codes as they are (conversion exit ALPHA). */
export const sapCode = (code: string) => (/^\d+$/.test(code) ? code.padStart(10, '0') : code)

/** A code as people write it: a number without its leading zeros, other codes as they are. */
export const plainCode = (code: string) => (/^\d+$/.test(code) ? code.replace(/^0+(?=\d)/, '') : code)

/** A line number as SAP's six-digit item number: 10 → `'000010'`. */
export const itemNo = (lineNo: number | string) => `${Number(lineNo)}`.padStart(6, '0')
