/** A message to SAP as far as its waiting goes. */
interface Waiting {
  status: string
  attempts: number
  nextAttemptAt: string
  /** Since when SAP may have it without having said so; null where it does not. */
  uncertainSince: string | null
}

/** What happens to a message next, in one sentence; `moment` writes an instant for the reader. */
export function nextInWords(
  { status, attempts, nextAttemptAt, uncertainSince }: Waiting,
  now: string,
  moment: (instant: string) => string,
): string {
  const at = nextAttemptAt <= now ? 'in a moment' : `at ${moment(nextAttemptAt)}`
  if (status === 'SENDING') return 'It is being sent now.'
  if (status === 'DONE') return 'Nothing: SAP has it.'
  if (status === 'CANCELLED') return 'Nothing: it was withdrawn.'
  if (status === 'FAILED_BUSINESS') return 'Fix the cause and send it again.'
  if (status === 'FAILED_TECH') return `Nothing: given up after ${countOf(attempts, 'attempt')}. Retry it by hand.`
  if (attempts === 0) return `It is sent for the first time ${at}.`
  return uncertainSince !== null
    ? `SAP may have it: it is searched for there ${at}, and sent again if it is not found.`
    : `It is sent again ${at}.`
}

/** Whether a message can be sent a second time without SAP having it twice, in one sentence. */
export function safetyInWords({ status, uncertainSince, attempts }: Omit<Waiting, 'nextAttemptAt'>): string {
  if (status === 'FAILED_BUSINESS')
    return 'SAP refused it and kept nothing of it: sending it again cannot make a second one.'
  if (uncertainSince !== null)
    return 'SAP may have it: the portal searches for it there first, and sends it only if it is not found.'
  if (attempts === 0) return 'SAP has not been asked yet: sending it now makes the first one.'
  return 'SAP did not take it: sending it again cannot make a second one.'
}

const countOf = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
