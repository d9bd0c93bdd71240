import type { Cell } from '../../../resources/define/sheet.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import type { Verdict } from '../../../resources/platform/import-job-row.ts'
import type { RowAction } from '../export/sheet-columns.ts'
import type { StoredRow } from '../row-codec.ts'
import type { Candidate } from '../save/candidate.ts'

/** A fault with the heading it stands under, where that is not simply the field's. */
export interface RowFault extends Fault {
  column?: string
}

const NO_LINKS: ReadonlyMap<string, string> = new Map()

/** A row of a file on its way into a table. */
export class ImportRow implements Candidate {
  /** As the spreadsheet shows it; 0 of a row that the file lacks. */
  readonly rowNo: number
  readonly cells: Cell[]
  action: RowAction = 'UPSERT'
  /** What the file says, field by field; a column that it has not is absent here. */
  values: Record<string, unknown> = {}
  row: Record<string, unknown> = {}
  before: StoredRow | undefined = undefined
  faults: RowFault[] = []
  warnings: RowFault[] = []
  /** References to rows of this file that have no id yet, by their code in lower case. */
  links: ReadonlyMap<string, string> = NO_LINKS
  naturalKey: string | undefined = undefined
  periodKey: string | undefined = undefined
  unchanged = false
  /** The row that was written, where one was. */
  entityId: number | undefined = undefined
  /** The row is not in the file, which says that all others are gone. */
  closing = false

  constructor(rowNo: number, cells: Cell[]) {
    this.rowNo = rowNo
    this.cells = cells
  }

  refuse(field: string, code: string, message: string, column?: string) {
    this.faults.push({ field, code, message, ...(column !== undefined && { column }) })
  }

  /** Names a row of the same file in a reference field. */
  link(field: string, code: string) {
    this.links = new Map([...this.links, [field, code]])
  }

  /** Takes the reference in a field back. */
  unlink(field: string) {
    if (this.links.has(field)) this.links = new Map([...this.links].filter(([name]) => name !== field))
  }

  get verdict(): Verdict {
    if (this.faults.length > 0) return 'REJECTED'
    if (this.closing) return 'CLOSED'
    if (this.unchanged) return 'SAME'
    return this.before ? 'CHANGED' : 'NEW'
  }
}
