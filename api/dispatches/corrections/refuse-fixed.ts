import { labelOf } from '../../../resources/define/label.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import type { EwayInput, LineInput } from '../../../resources/dispatches/commands/booking.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type CorrectedField, type Correction, whyFixed } from '../../../resources/dispatches/lr-corrections.ts'
import { refused } from '../../platform/errors.ts'

/** What somebody corrects on an LR, and why. */
export interface CorrectionInput {
  rowVersion: number
  reason: string
  fields: Partial<Pick<Lr, CorrectedField>>
  lines: LineInput[] | null
  ewayBills: EwayInput[] | null
}

const labels: Partial<Record<Correction, string>> = { lines: 'Invoices', ewayBills: 'E-way bill' }

/** Throws 422 for fields that are fixed by now. */
export function refuseFixed({ fields, lines, ewayBills }: CorrectionInput, before: Lr) {
  const asked = [...Object.keys(fields), ...(lines ? ['lines'] : []), ...(ewayBills ? ['ewayBills'] : [])]
  const faults = (asked as Correction[]).flatMap((name): Fault[] => {
    const why = whyFixed(name, before)
    const label = labels[name] ?? labelOf(name, lr.fields[name as CorrectedField])
    return why === null ? [] : [{ field: name, code: 'NOT_ALLOWED_STATE', message: `${label} ${why}` }]
  })
  if (faults.length > 0) throw refused(faults)
}
