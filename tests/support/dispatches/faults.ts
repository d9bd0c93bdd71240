import type { Fault } from '../../../resources/define/validate.ts'
import type { Answer } from '../portal.ts'

/** The status of a refusal, and the field and code of each of its faults: `[400, 'billNo REQUIRED']`. */
export const faultsOf = ({ status, body }: Answer): (number | string)[] => [
  status,
  ...body.errors.map(({ field, code }: Fault) => `${field} ${code}`),
]
