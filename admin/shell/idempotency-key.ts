import { isRefusal } from './api.ts'

/** `crypto.randomUUID` is missing on plain HTTP. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/**
 * Gives one idempotency key per press of a button. After a request without an answer, the same press with the same body
 * repeats its key, so that the server does the work once.
 */
export function createSendOnce() {
  let unanswered: { words: string; key: string } | undefined
  return async <Result>(
    words: string,
    command: (headers: { 'Idempotency-Key': string }) => Promise<Result>,
  ): Promise<Result> => {
    const key = unanswered?.words === words ? unanswered.key : newKey()
    try {
      const result = await command({ 'Idempotency-Key': key })
      unanswered = undefined
      return result
    } catch (error) {
      const answered = isRefusal(error) && error.statusCode > 0 && error.statusCode < 500
      unanswered = answered ? undefined : { words, key }
      throw error
    }
  }
}
export type SendOnce = ReturnType<typeof createSendOnce>
