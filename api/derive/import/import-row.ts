import type { SheetCell } from '../../../resources/define/sheet/sheet-reading.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import type { ImportVerdict } from '../../../resources/platform/imports/import-job-row.ts'
import type { SheetAction } from '../export/sheet-columns.ts'
import type { StoredRow } from '../row-codec.ts'
import type { Candidate } from '../save/candidate.ts'

/** A fault with the heading of its column, where that is not simply the field's. */
export interface RowFault extends Fault {
  column?: string
}

/** The fault of a right row that is not saved because another row of its group is wrong. */
export const WAITS = 'WAITS'
/** Says once, at the wrong row, how many others wait for it. */
export const HOLDS = 'HOLDS'

const NO_LINKS: ReadonlyMap<string, string> = new Map()

/** A row of a file that is to be saved. */
export class ImportRow implements Candidate {
  /** The row number that the spreadsheet shows; 0 for a row that the file does not have. */
  readonly rowNo: number
  private sheetCells: SheetCell[] | string
  action: SheetAction = 'UPSERT'
  /** The values of the file by field; fields that the file has no column for are absent. */
  values: Record<string, unknown> = {}
  row: Record<string, unknown> = {}
  before: StoredRow | undefined = undefined
  faults: RowFault[] = []
  warnings: RowFault[] = []
  /** References to rows of this file that have no id yet, by their code in lower case. */
  links: ReadonlyMap<string, string> = NO_LINKS
  /** Fields of which nothing is said: their value hangs on a wrong one, comes from another row, or is in no column. */
  unsettled: readonly string[] = []
  naturalKey: string | undefined = undefined
  periodKey: string | undefined = undefined
  unchanged = false
  /** The id of the written row, if one was written. */
  entityId: number | undefined = undefined
  /** A sync closes this row, because the file does not have it. */
  closing = false
  /** A row of the file begins while this saved row counts, which therefore ends the day before. */
  replaced = false
  /** The row of the file that begins then. */
  next: { rowNo: number; row: Record<string, unknown> } | undefined = undefined

  /** `cells` may be given as JSON, which is read where somebody asks for them. */
  constructor(rowNo: number, cells: SheetCell[] | string) {
    this.rowNo = rowNo
    this.sheetCells = cells
  }

  get cells(): SheetCell[] {
    if (typeof this.sheetCells === 'string') this.sheetCells = JSON.parse(this.sheetCells) as SheetCell[]
    return this.sheetCells
  }

  refuse(field: string, code: string, message: string, column?: string) {
    this.faults.push({ field, code, message, ...(column !== undefined && { column }) })
  }

  /** Refers to a row of the same file in a reference field. */
  link(field: string, code: string) {
    this.links = new Map([...this.links, [field, code]])
    this.unsettle(field)
  }

  /** Says nothing more of these fields. */
  unsettle(...fields: string[]) {
    this.unsettled = [...new Set([...this.unsettled, ...fields])]
  }

  /** Removes such a reference. */
  unlink(field: string) {
    if (!this.links.has(field)) return
    this.links = new Map([...this.links].filter(([name]) => name !== field))
    this.unsettled = this.unsettled.filter(name => name !== field)
  }

  get succeeded(): boolean {
    return this.closing || this.replaced
  }

  /** Whether the row is taken out of use, whatever else is wrong with it. */
  get leaves(): boolean {
    return this.action === 'DEACTIVATE' || this.row.isActive === false
  }

  get verdict(): ImportVerdict {
    if (this.faults.length > 0) return this.faults.every(({ code }) => code === WAITS) ? 'HELD' : 'REJECTED'
    if (this.closing) return 'CLOSED'
    if (this.unchanged) return 'SAME'
    if (this.replaced) return 'CLOSED'
    return this.before ? 'CHANGED' : 'NEW'
  }
}
