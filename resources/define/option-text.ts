/** Words that keep their capitals inside an option, or are spelt otherwise. */
const asWritten: Record<string, string> = Object.fromEntries([
  ...['CSC', 'EUD', 'GTA', 'LR', 'NDPS', 'NEFT', 'POD', 'PWC', 'SAP', 'SBU', 'SMS', 'UI', 'UIN', 'UTR'].map(word => [
    word,
    word,
  ]),
  ['PCT', '%'],
  ['CNF', 'CnF'],
  ['PAYU', 'PayU'],
  ['CCAVENUE', 'CCAvenue'],
  ['BILLDESK', 'BillDesk'],
])
/** Short options that are ordinary words rather than codes. */
const spoken = ['AIR', 'ALL', 'NEW', 'OWN']

/** `CENTRAL_WAREHOUSE` reads «Central warehouse», `NOT_GTA` «Not GTA»; short codes such as `FOR` stay as they are. */
export function optionText(option: string): string {
  const isCode = option.length <= 3 && !spoken.includes(option)
  if ((isCode && !asWritten[option]) || !/^[A-Z][A-Z0-9_]+$/.test(option)) return option.replaceAll('_', ' ')
  const words = option.split('_').map(word => asWritten[word] ?? (/\d/.test(word) ? word : word.toLowerCase()))
  return words.join(' ').replace(/^./, letter => letter.toUpperCase())
}
