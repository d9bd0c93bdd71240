/** A number of an LR that the name of a file may mean, in upper case. */
export interface NamedNumber {
  lrNo: string
  /** Said behind the number, where two transporters have it. */
  transporterCode: string | null
  /** Which page of the POD the file is, where the name says so. */
  pageNo: number | null
  /** The name holds nothing else; else the number is one of its words. */
  isCertain: boolean
}

/** What the name of a file says of the POD in it. */
export interface NamedFile {
  /** The likeliest first. */
  numbers: NamedNumber[]
  /** The words that may be the number of an invoice. */
  invoiceNos: string[]
  /** A camera or a messenger named it, so that it says nothing of an LR. */
  isOfCamera: boolean
}

/** How many dashes of a name may each stand for a stroke; names with more of them are taken as they are. */
const MOST_DASHES = 5
/** So many words of a name are looked at; more are a letter. */
const MOST_WORDS = 12
/** A POD has at most so many pages. */
export const MOST_PAGES = 20

/** Words that clerks write beside a number. */
const besides =
  'POD|PODS|LR|LRNO|LR NO|GR|BILTY|DOCKET|NO|INV|INVOICE|SIGNED|SIGN|SEALED|STAMPED|SCAN|SCANNED|COPY|PHOTO|PIC|IMAGE|PROOF|DELIVERED|DELIVERY|RECEIVED|RCVD|FINAL|NEW|OK|CLEAR|ORIGINAL|WHATSAPP'
const ahead = new RegExp(`^(?:${besides})[\\s_.:#-]+`)
const behind = new RegExp(`[\\s_.-]+(?:${besides})$`)
const isBeside = (word: string) => new RegExp(`^(?:${besides})$`).test(word)

/** What cameras, scanners and messengers call their files. */
const ofCameras =
  /(?:WHATSAPP (?:IMAGE|SCAN|DOCUMENT) )?\d{4}-\d\d-\d\d (?:AT )?\d{1,2}[.:-]\d\d[.:-]\d\d(?: ?[AP]M)?|\bCAMSCANNER[ _-]*\d\d-\d\d-\d{4}[\d :._-]*|\b(?:IMG|PXL|DSC|DSCN|PHOTO|SCREENSHOT|DOC|SCAN|CAMSCANNER|VID|PANO)[ _-]*\d{4}-?\d\d-?\d\d[ _-]*(?:AT )?[\d._-]*(?:WA\d+|\d+)?|\b(?:IMG|DSC|DSCN|PXL|SCAN|CAMSCANNER)[ _-]?\d{3,6}$/g

/** A mark of a page at the end of a name. A copy «(1)» lies behind the first file of the name. */
const pageMarks: readonly { mark: RegExp; behind?: number; isUncertain?: true }[] = [
  { mark: /[\s_-]*\((\d{1,2})\)$/, behind: 1 },
  { mark: /[\s_-]+(?:PAGE|PG|P|SIDE|SHEET)[\s_.-]*(\d{1,2})$/ },
  { mark: /[\s_]+(\d{1,2})$/ },
  // It may as well be the end of a number.
  { mark: /-(\d{1,2})$/, isUncertain: true },
]
const sides: Readonly<Record<string, number>> = { FRONT: 1, BACK: 2 }

interface Reading {
  text: string
  pageNo: number | null
  isCertain: boolean
}

/** What is left of a name without one of the words or marks around it. */
function shorter({ text, pageNo, isCertain }: Reading): Reading[] {
  const marked = pageMarks.flatMap(({ mark, behind: of = 0, isUncertain }): Reading[] => {
    const found = mark.exec(text)
    const no = found ? Number(found[1]) + of : 0
    return found && pageNo === null && no >= 1 && no <= MOST_PAGES
      ? [{ text: text.slice(0, found.index).trim(), pageNo: no, isCertain: isCertain && !isUncertain }]
      : []
  })
  const side = /[\s_-]+(FRONT|BACK)$/.exec(text)
  return [
    ...[ahead, behind].flatMap(word =>
      word.test(text) ? [{ text: text.replace(word, '').trim(), pageNo, isCertain }] : [],
    ),
    ...(side ? [{ text: text.slice(0, side.index).trim(), pageNo: pageNo ?? sides[side[1]!]!, isCertain }] : []),
    ...marked,
  ].filter(one => one.text !== '' && !isBeside(one.text))
}

/** All readings of a name, the whole one first, each time with one word or mark less. */
function readingsOf(name: string): Reading[] {
  const found: Reading[] = [{ text: name, pageNo: null, isCertain: true }]
  for (let at = 0; at < found.length && found.length < 40; at++)
    for (const one of shorter(found[at]!))
      if (!found.some(({ text, pageNo }) => text === one.text && pageNo === one.pageNo)) found.push(one)
  return found
}

/** What the name of a file says: folders and endings are left out, letters are upper case. */
export function readFileName(fileName: string): NamedFile {
  const name = (fileName.split(/[/\\]/).at(-1) ?? '')
    .replace(/(?:\.(?:jpe?g|png|pdf|heic|webp|tiff?))+$|\.[a-z0-9]{1,5}$/i, '')
    .trim()
    .toUpperCase()
  if (name === '') return { numbers: [], invoiceNos: [], isOfCamera: false }
  const bare = name.replace(ofCameras, ' ').replace(/\s+/g, ' ').trim()
  const isOfCamera = bare !== name && !/[A-Z0-9]/.test(bare.replace(/\(\d+\)/g, ''))
  const readings = [
    ...(bare === name ? [] : [{ text: name, pageNo: null, isCertain: true }]),
    ...(isOfCamera || bare === '' ? [] : readingsOf(bare)),
  ]
  const certain = readings.flatMap(({ text, pageNo, isCertain }): NamedNumber[] => {
    const [, lrNo, transporterCode] = /^(.+)_([^_]+)$/.exec(text) ?? []
    const plain = { lrNo: text, transporterCode: null, pageNo, isCertain }
    return lrNo && transporterCode ? [plain, { ...plain, lrNo, transporterCode }] : [plain]
  })
  const pageNo = readings.findLast(one => one.pageNo !== null)?.pageNo ?? null
  const words = isOfCamera ? [] : wordsOf(bare)
  const likely = words
    .filter(word => !certain.some(({ lrNo }) => lrNo === word))
    .map(lrNo => ({ lrNo, transporterCode: null, pageNo, isCertain: false }))
  return {
    numbers: [...certain, ...likely],
    invoiceNos: [...new Set([...certain.map(({ lrNo }) => lrNo), ...words])].filter(word => /\d{4}/.test(word)),
    isOfCamera,
  }
}

/** The words of a name that may be a number: with a digit, alone, their parts between dashes, and two side by side. */
function wordsOf(name: string): string[] {
  const words = name
    .replace(/\b\d{1,2}[-.]\d{1,2}[-.]\d{4}\b/g, ' ')
    .split(/[\s_,;()[\]]+/)
    .filter(Boolean)
    .slice(0, MOST_WORDS)
  const parts = words.flatMap(word => {
    const pieces = word.split('-')
    return pieces.flatMap((_, from) =>
      pieces.slice(from).map((__, more) => pieces.slice(from, from + more + 1).join('-')),
    )
  })
  const pairs = words.slice(1).map((word, at) => `${words[at]}${word}`)
  return [...new Set([...words, ...parts, ...pairs])].filter(
    word => word.length >= 4 && /\d/.test(word) && !isBeside(word),
  )
}

/** The LR numbers that a file may be named after: no file name holds a stroke, so each dash may stand for one. */
export function numbersWrittenAs(lrNo: string): string[] {
  const parts = lrNo.split('-')
  if (parts.length === 1 || parts.length > MOST_DASHES + 1) return [lrNo]
  return parts.slice(1).reduce((begun, part) => begun.flatMap(one => [`${one}-${part}`, `${one}/${part}`]), [parts[0]!])
}

/** A number as it is compared where people write strokes, dashes and spaces otherwise, or leave them out. */
export const lettersOf = (lrNo: string): string => lrNo.toUpperCase().replace(/[^A-Z0-9]/g, '')
