import type { RowValues } from './row-values.ts'

/** Whether a dated row has ended: it counts again by a new row alone, since its own days keep their answer. */
export const isOver = ({ dated }: { dated: boolean }, row: RowValues, today: string): boolean =>
  dated && String(row.validTo) < today
