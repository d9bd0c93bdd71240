/** The order cut-off times of CnFs, by plant id. */
export const cutOffsOf = (cnfs: readonly { plantId: number; orderCutoffTime: string }[]): ReadonlyMap<number, string> =>
  new Map(cnfs.map(({ plantId, orderCutoffTime }) => [plantId, orderCutoffTime]))
