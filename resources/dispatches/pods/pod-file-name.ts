/** What the name of a file says: `VRL47.jpg`, or `VRL47_VRL.jpg` where two transporters have the number. */
interface NamedLr {
  lrNo: string
  transporterCode: string | null
}

/** How many dashes of a name may each stand for a stroke; names with more of them are taken as they are. */
const MOST_DASHES = 5

/**
 * The LRs that the name of a file may mean, the likeliest first: an LR number may itself hold a low line. Folders and the
 * ending are left out, and letters are upper case.
 */
export function lrsInFileName(fileName: string): NamedLr[] {
  const baseName = (fileName.split(/[/\\]/).at(-1) ?? '')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .trim()
    .toUpperCase()
  if (baseName === '') return []
  const [, lrNo, transporterCode] = /^(.+)_([^_]+)$/.exec(baseName) ?? []
  const plain = { lrNo: baseName, transporterCode: null }
  return lrNo && transporterCode ? [plain, { lrNo, transporterCode }] : [plain]
}

/** The LR numbers that a file may be named after: no file name holds a stroke, so each dash may stand for one. */
export function numbersWrittenAs(lrNo: string): string[] {
  const parts = lrNo.split('-')
  if (parts.length === 1 || parts.length > MOST_DASHES + 1) return [lrNo]
  return parts.slice(1).reduce((begun, part) => begun.flatMap(one => [`${one}-${part}`, `${one}/${part}`]), [parts[0]!])
}
