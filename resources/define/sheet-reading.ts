/** What a cell says, or why it says nothing: an error code and the rest of a sentence that begins with the heading. */
export type Reading = { value: unknown } | { fault: readonly [code: string, message: string] }

/** Why a cell says nothing. */
export const fault = (code: string, message: string): Reading => ({ fault: [code, message] })
