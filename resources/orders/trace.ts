/**
 * Why a price, a plant or an approver was chosen: plain JSON that stays on the order for years, so that it can be
 * explained after the masters have changed. One shape for price, source, approval and the rules of submit and release.
 */
export interface Trace {
  /** The version of this shape; a later shape gets a higher number. */
  format: 1
  kind: 'price' | 'source' | 'approval' | 'check'
  /** The business day on which the rows were evaluated. */
  on: string
  steps: TraceStep[]
}

export type Verdict =
  /** This row decided. */
  | 'won'
  /** It matched, but another was preferred or reached further. */
  | 'lost'
  /** There is a row or a reason, but it may not be used here. */
  | 'skipped'
  /** Nothing was found. */
  | 'none'

export interface TraceStep {
  /** The code of the step: P1, D1, S5, MY_APPROVAL. */
  step: string
  name: string
  verdict: Verdict
  row: RowUsed | null
  reason: string
}

/** A master row as it was when evaluated: enough to find it, its version, and its values. */
export interface RowUsed {
  /** The name of the resource, as in its path. */
  resource: string
  id: number
  rowVersion: number
  validFrom: string | null
  validTo: string | null
  /** Who had changed it last, and when; absent in older traces. */
  changedAt?: string
  changedById?: number | null
  values: { [column: string]: string | number | boolean | null }
}

/** The columns of any row that a trace takes; who changed it last is known of stored rows only. */
interface Traceable {
  id: number
  rowVersion: number
  validFrom?: string
  validTo?: string
  updatedAt?: string
  updatedById?: number | null
}

/** Takes the named columns of a row into a trace. */
export function rowUsed<R extends { id: number; rowVersion: number; validFrom?: string; validTo?: string }>(
  resource: string,
  row: R,
  columns: readonly (keyof R & string)[],
): RowUsed {
  const values: RowUsed['values'] = {}
  for (const column of columns) values[column] = row[column] as string | number | boolean | null
  const { id, rowVersion, validFrom, validTo, updatedAt, updatedById }: Traceable = row
  const changed = updatedAt === undefined ? {} : { changedAt: updatedAt, changedById: updatedById ?? null }
  return { resource, id, rowVersion, validFrom: validFrom ?? null, validTo: validTo ?? null, ...changed, values }
}

/** Makes a trace for a business day, in the format that Explain reads. */
export const trace = (kind: Trace['kind'], on: string, steps: TraceStep[]): Trace => ({ format: 1, kind, on, steps })

/** The steps of a kept trace; none where there is no trace. */
export const stepsOf = (kept: unknown): readonly TraceStep[] => (kept as Trace | null)?.steps ?? []

/** Whether an approver set the price that these steps explain. */
export const isSetByApprover = (steps: readonly TraceStep[]) => steps.some(({ name }) => name === 'APPROVER')

/** The steps that made a price: list or agreed price, discounts, and who set it; not limits, freight or buyer. */
export const priceSteps = (steps: readonly TraceStep[]) => steps.filter(({ step }) => /^[PDA]\d/.test(step))
