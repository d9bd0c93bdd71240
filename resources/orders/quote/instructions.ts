/**
 * Standing instructions of a customer for all of their lines; pure, over the customer's rows of shipping instructions
 * and single batch.
 */

/** A shipping instruction; an absent product or SBU means every one. */
export interface Instruction {
  productId: number | null
  sbuId: number | null
  instruction: string
}

/** A row of single batch; an absent product or plant means every one. */
export interface SingleBatch {
  productId: number | null
  plantId: number | null
}

/** The shipping instruction of a line, the most specific first: product and SBU, product, SBU, customer. */
export function instructionFor<I extends Instruction>(rows: readonly I[], line: { productId: number; sbuId: number }) {
  const fitting = rows.filter(row => fits(row.productId, line.productId) && fits(row.sbuId, line.sbuId))
  const rank = (row: Instruction) => (row.productId === null ? 0 : 2) + (row.sbuId === null ? 0 : 1)
  return fitting.sort((a, b) => rank(b) - rank(a))[0]
}

/** Whether the customer takes a line from one batch only, once its plant is known. */
export const needsSingleBatch = (
  rows: readonly SingleBatch[],
  line: { productId: number; plantId: number | null },
): boolean => rows.some(row => fits(row.productId, line.productId) && fits(row.plantId, line.plantId))

const fits = (rowValue: number | null, lineValue: number | null) => rowValue === null || rowValue === lineValue
