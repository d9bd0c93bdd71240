/** `effectiveFrom` reads «Effective from», `sbuId` reads «SBU», unless the declaration says better. */
export function labelOf(name: string, field: { label?: string }): string {
  if (field.label) return field.label
  const bare = name.replace(/^is(?=[A-Z])/, '').replace(/Id$/, '')
  const words = bare.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`).trim()
  const sentence = words.charAt(0).toUpperCase() + words.slice(1)
  return sentence.replace(ABBREVIATED, word => ABBREVIATIONS[word.toLowerCase()]!)
}

const ABBREVIATIONS: Record<string, string> = {
  sbu: 'SBU',
  sap: 'SAP',
  gst: 'GST',
  po: 'PO',
  lr: 'LR',
  hsn: 'HSN',
  cnf: 'CnF',
  nid: 'NID',
  uom: 'UoM',
  fy: 'FY',
  coa: 'COA',
  eud: 'EUD',
  ndps: 'NDPS',
  pod: 'POD',
  tds: 'TDS',
}

const ABBREVIATED = new RegExp(`\\b(${Object.keys(ABBREVIATIONS).join('|')})\\b`, 'gi')
