import { isRefusal } from './api.ts'

/** A key of a command, also where the page came over plain HTTP. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/**
 * One key for each press of a button. Where no answer came, the same press again, with the same words, keeps its key,
 * so that the server does the work once.
 */
export function pressing() {
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
export type Press = ReturnType<typeof pressing>
