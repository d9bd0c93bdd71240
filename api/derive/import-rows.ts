import type { Cell } from '../../resources/define/sheet.ts'
import type { Fault } from '../../resources/define/validate.ts'
import type { Candidate } from './candidate.ts'
import type { RowAction } from './sheet-columns.ts'
import type { StoredRow } from './stored.ts'

/** What becomes of a row of a file. */
export type Verdict = 'NEW' | 'CHANGED' | 'SAME' | 'REJECTED'

/** A fault with the heading it stands under, where that is not simply the field's. */
export interface RowFault extends Fault {
  column?: string
}

/** A row of a file on its way into a table. */
export class ImportRow implements Candidate {
  readonly rowNo: number
  readonly cells: Cell[]
  action: RowAction = 'UPSERT'
  /** What the file says, field by field; a column that it has not is absent here. */
  values: Record<string, unknown> = {}
  row: Record<string, unknown> = {}
  before: StoredRow | undefined = undefined
  faults: RowFault[] = []
  /** References to rows of this file that have no id yet, by their code in lower case. */
  readonly links = new Map<string, string>()
  naturalKey: string | undefined = undefined
  periodKey: string | undefined = undefined
  unchanged = false

  constructor(rowNo: number, cells: Cell[]) {
    this.rowNo = rowNo
    this.cells = cells
  }

  refuse(field: string, code: string, message: string, column?: string) {
    this.faults.push({ field, code, message, ...(column !== undefined && { column }) })
  }

  get verdict(): Verdict {
    if (this.faults.length > 0) return 'REJECTED'
    if (!this.before) return 'NEW'
    return this.unchanged ? 'SAME' : 'CHANGED'
  }
}
