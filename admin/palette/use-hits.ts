import { keepPreviousData } from '@tanstack/react-query'
import type { findRecords } from '../../resources/palette/commands.ts'
import { LEAST_CHARACTERS } from '../../resources/palette/palette-records.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { useDebounced } from '../shell/use-debounced.ts'

const PAUSE_MS = 120
const records = at<typeof findRecords>('GET palette')

/** The records that the server finds for a text, one request a pause in typing; what is typed next cancels it. */
export function useHits(text: string) {
  const q = useDebounced(text.trim(), PAUSE_MS)
  const enabled = q.length >= LEAST_CHARACTERS && q.length <= 60
  const { data, error, isFetching } = useAsk(
    records,
    { q },
    { enabled, placeholderData: keepPreviousData, staleTime: 10_000 },
  )
  const isAsked = text.trim().length >= LEAST_CHARACTERS
  return { hits: isAsked ? (data ?? []) : [], failed: error, isSearching: isAsked && (isFetching || q !== text.trim()) }
}
