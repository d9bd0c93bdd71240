import { refused } from '../../platform/errors.ts'

/** A command that the state of the consignment does not allow, with the sentence that says why. */
export const refusal = (message: string, field = '') => refused([{ field, code: 'NOT_ALLOWED_STATE', message }])
