import type { HoldKind } from './hold-kinds.ts'

/** A hold as SAP says it: of the whole order, or of a line. */
export interface SaidHold {
  kind: HoldKind
  /** SAP's code: of a block, a status, a reason or a currency. */
  code: string
  orderLineId: number | null
  /** The first day of the deliveries that it stops; null where it stops all. */
  day: string | null
}

/** What SAP's order itself says. Of kinds that it does not tell, as in a file without their columns, nothing changes. */
export interface SaidByOrder {
  tells: readonly HoldKind[]
  holds: readonly SaidHold[]
}
