const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

/** Returns how to turn a file that offices send into one that is read; undefined for a file of no known kind. */
export function cureOf(file: Buffer): string | undefined {
  if (file.subarray(0, 4).equals(OLE))
    return file.includes(ENCRYPTED)
      ? 'The workbook is protected by a password: open it, remove the password and save it as “Excel Workbook (.xlsx)”'
      : 'This is a workbook of Excel 97 to 2003 (.xls): open it in Excel and save it as “Excel Workbook (.xlsx)”'
  if (file.subarray(0, 2).toString('latin1') === 'PK') {
    if (file.includes('xl/workbook.bin'))
      return 'This is a binary workbook (.xlsb): open it in Excel and save it as “Excel Workbook (.xlsx)”'
    if (file.includes('opendocument.spreadsheet'))
      return 'This is an OpenDocument spreadsheet (.ods): save it as “Excel Workbook (.xlsx)”'
  }
  if (
    /^\s*</.test(
      file
        .subarray(0, 200)
        .toString('latin1')
        .replace(/^\u00ef\u00bb\u00bf/, ''),
    )
  )
    return 'This is a web page or XML, whatever its name says: open it in Excel and save it as “Excel Workbook (.xlsx)”'
  return undefined
}
