import type { Verified } from '../gateways/gateway.ts'

/** What an answer of a gateway says about an attempt; nothing of it depends on what the portal knows. */
export type Verdict =
  /** Money was captured. */
  | 'CAPTURED'
  /** It was captured and has gone back, wholly or in part. */
  | 'RETURNED'
  /** The gateway doubts it: two people find out what the bank has. */
  | 'DOUBTED'
  /** Definitely not paid. */
  | 'FAILED'
  | 'CANCELLED'
  /** The gateway knows the attempt and has nothing definite to say. */
  | 'WAITS'
  /** The gateway does not know the attempt: its form may still be sent. */
  | 'NOT_FOUND'
  /** No answer, or one that says nothing. */
  | 'SILENT'

/** What an answer says. An unknown word says that the gateway knows the attempt. */
export function verdictOf(answer: Verified): Verdict {
  switch (answer.status) {
    case 'SUCCESS':
      return 'CAPTURED'
    case 'RETURNED':
      return answer.reason === 'FRAUD' ? 'DOUBTED' : 'RETURNED'
    case 'FAILED':
    case 'CANCELLED':
      return answer.status
    case 'PENDING':
    case 'AUTHORISED':
      return 'WAITS'
    case 'UNKNOWN':
      if (answer.why === 'UNKNOWN_WORD') return 'WAITS'
      return answer.why === 'NOT_FOUND' ? 'NOT_FOUND' : 'SILENT'
  }
}
