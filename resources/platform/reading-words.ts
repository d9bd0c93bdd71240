import type { SapSyncRun } from './sap-sync-run.ts'

type Ended = Pick<SapSyncRun, 'status' | 'errorClass' | 'rowsFailed'>

/** By the class of an error, what to do when nothing was taken over. */
const failed: Readonly<Record<string, string>> = {
  GUARD_TRIPPED:
    'Nothing was changed. If the rows are really gone in SAP, deactivate them in their master, then read again; if not, have the authorisations of the portal’s user in SAP checked.',
  AUTH: 'The IT administrator checks the user that SAP knows the portal by; then read again.',
  CANCELLED: 'Rows saved so far are kept. Read again to continue.',
  TECH: 'SAP did not answer. It is read again at its next time, or now by hand.',
  UNKNOWN: 'SAP’s answer could not be read. Read again; if it stays so, the IT administrator looks into the log.',
  BUSINESS: 'SAP refused to give the data. The IT administrator checks the portal’s authorisations there.',
}

/** What a person can do about the end of a reading; null where nothing is left to do. */
export function wayOn({ status, errorClass, rowsFailed }: Ended): string | null {
  if (status === 'FAILED') return failed[errorClass ?? ''] ?? failed.TECH!
  if (status !== 'PARTIAL' && rowsFailed === 0) return null
  return 'Review the rows that were left out, fix them in SAP or in the portal, then read again.'
}

/** How far a reading is, in whole percent; null where SAP did not say how many rows there are. */
export function percentRead({ rowsRead, rowsTotal }: Pick<SapSyncRun, 'rowsRead' | 'rowsTotal'>): number | null {
  if (rowsTotal === null || rowsTotal <= 0) return null
  return Math.min(100, Math.floor((100 * rowsRead) / rowsTotal))
}

/** How long the last readings took, in words; seconds, oldest first. */
export function durationWords(seconds: readonly number[]): string | null {
  const last = seconds.at(-1)
  if (last === undefined) return null
  if (seconds.length === 1) return `Took ${secondsText(last)}`
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)]
  return `Took ${secondsText(last)}; ${secondsText(least)} to ${secondsText(most)} in the last ${seconds.length} readings`
}

/** `under 0.1 s`, `0.4 s`, `12 s`, `3 min 20 s`. */
export function secondsText(seconds: number): string {
  if (seconds < 0.1) return 'under 0.1 s'
  if (seconds < 10) return `${seconds} s`
  const roundedSeconds = Math.round(seconds)
  return roundedSeconds < 60 ? `${roundedSeconds} s` : `${Math.floor(roundedSeconds / 60)} min ${roundedSeconds % 60} s`
}
