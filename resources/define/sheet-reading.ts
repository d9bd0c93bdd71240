/** The value of a cell, or why it has none: an error code and the rest of a sentence that begins with the heading. */
export type Reading = { value: unknown } | { fault: readonly [code: string, message: string] }

/** A reading without value: why. */
export const fault = (code: string, message: string): Reading => ({ fault: [code, message] })
