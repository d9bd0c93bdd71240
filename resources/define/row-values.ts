/** The values of a row by the names of its columns, where no declaration says more. */
export type RowValues = Record<string, unknown>
