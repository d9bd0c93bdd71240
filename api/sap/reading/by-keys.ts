import type { EntityPage, SapRows } from '../http/entity-pages.ts'
import { odataLiteral, type SapRow } from '../http/odata.ts'
import { SapError } from '../http/sap-error.ts'
import type { EntitySet } from '../identity/entity-sets.ts'
import { askedPart, type KeyPart, keptPart } from '../identity/key-forms.ts'
import { allOf } from '../identity/whose.ts'

/** The most keys of one list, and the most characters of it once it is written into an address. */
const MOST_KEYS = 50
const MOST_CHARACTERS = 3_000
/** So many are asked for singly at the same time. */
const TOGETHER = 5
/** The places of a material number, unless they are 40. */
const SHORT = 18

/** SAP left out of a list what it has: what the list lacks is not known to be absent. */
export class ListIncomplete extends SapError {
  static readonly errorClass = 'SAP_LIST_INCOMPLETE'
  constructor(answered: number, asked: number, many: string) {
    super('TECH', `SAP answered ${answered} of ${asked} ${many} and has the others.`)
  }
}

/** How keys are asked for. */
interface AsksHow {
  /** The places of a material number; 18 where it is left out. */
  materialDigits?: number
  /** The field with the keys; the first of the set's own key where it is left out. */
  by?: KeyPart
  /** What else the rows must be. */
  filter?: string | null
  pageSize?: number
}

/** Reads the rows of these keys in lists: SAP pads what it is asked for, so that a range of texts may be empty. */
export async function* pagesByKeys(
  sap: Pick<SapRows, 'pages'>,
  set: EntitySet,
  keys: readonly string[],
  how: AsksHow = {},
): AsyncGenerator<EntityPage> {
  const by = how.by ?? set.identity.key[0]!
  const asked = [...new Set(keys)].map(key => askedPart(by, key, how.materialDigits ?? SHORT))
  for (const list of listsOf(by.name, asked)) yield* pagesOfList(sap, set, by.name, list, how)
}

/** The rows of keys, by key as the portal keeps it, and the keys that SAP does not have. */
export interface RowsByKey {
  rows: ReadonlyMap<string, SapRow>
  absent: ReadonlySet<string>
}

/**
 * Reads the rows of these keys in lists, and asks singly for each that a list lacks: what SAP answers with 404 is absent.
 * `singly` is the set whose row of the key is asked for, with the other parts of its key in `rest`. Throws ListIncomplete
 * where SAP has one that it left out, and SapError.
 */
export async function rowsByKeys(
  sap: SapRows,
  set: EntitySet,
  keys: readonly string[],
  how: AsksHow & { singly?: EntitySet; rest?: Readonly<Record<string, string>> } = {},
): Promise<RowsByKey> {
  const by = how.by ?? set.identity.key[0]!
  const { materialDigits = SHORT } = how
  const rows = new Map<string, SapRow>()
  const absent = new Set<string>()
  const kept = [...new Set(keys.map(key => keptPart(by, key)))]
  for (const list of listsOf(by.name, kept)) {
    for await (const page of pagesByKeys(sap, set, list, how))
      for (const row of page.rows) rows.set(keptPart(by, row[by.name]), row)
    const lacking = list.filter(key => !rows.has(key))
    const single = how.singly ?? set
    const first = single.identity.key[0]!
    const ask = async (key: string) => {
      const row = await sap.row(single, { [first.name]: askedPart(first, key, materialDigits), ...how.rest })
      if (row === null) absent.add(key)
    }
    for (let start = 0; start < lacking.length; start += TOGETHER)
      await Promise.all(lacking.slice(start, start + TOGETHER).map(ask))
    const gone = lacking.filter(key => absent.has(key)).length
    if (gone < lacking.length)
      throw new ListIncomplete(list.length - lacking.length, list.length - gone, set.identity.many)
  }
  return { rows, absent }
}

const either = (field: string, keys: readonly string[]) =>
  keys.map(key => `${field} eq ${odataLiteral(key)}`).join(' or ')

/** An address writes a quote as three characters, too. */
const lengthInAddress = (text: string) => encodeURIComponent(text).replaceAll("'", '%27').length

function listsOf(field: string, keys: readonly string[]): string[][] {
  const lists: string[][] = []
  let list: string[] = []
  let length = 0
  for (const key of keys) {
    const own = lengthInAddress(` or ${either(field, [key.padStart(10, '0')])}`)
    if (list.length === MOST_KEYS || length + own > MOST_CHARACTERS) {
      if (list.length > 0) lists.push(list)
      list = []
      length = 0
    }
    list.push(key)
    length += own
  }
  return list.length > 0 ? [...lists, list] : lists
}

/** A list whose address something on the way refuses is halved; one key that is left is asked for within a `$batch`. */
async function* pagesOfList(
  sap: Pick<SapRows, 'pages'>,
  set: EntitySet,
  field: string,
  list: readonly string[],
  how: AsksHow,
): AsyncGenerator<EntityPage> {
  const filter = allOf(how.filter, either(field, list))
  const asked = { filter, ...(how.pageSize && { pageSize: how.pageSize }) }
  try {
    yield* sap.pages(set, asked)
  } catch (error) {
    if (!(error instanceof SapError) || !isAddressRefused(error)) throw error
    if (list.length === 1) return yield* sap.pages(set, { ...asked, inBatch: true })
    const middle = list.length >> 1
    yield* pagesOfList(sap, set, field, list.slice(0, middle), how)
    yield* pagesOfList(sap, set, field, list.slice(middle), how)
  }
}

/** Too long for whatever stands before SAP, which then answers with a page of its own and no message of SAP. */
const isAddressRefused = ({ httpStatus, errorClass }: SapError): boolean =>
  httpStatus === 414 || ((httpStatus === 400 || httpStatus === 404) && errorClass !== 'BUSINESS')
