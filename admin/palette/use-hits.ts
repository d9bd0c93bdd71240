import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LEAST_CHARACTERS, type PaletteHit } from '../../resources/palette/palette-records.ts'
import { api, type Refusal } from '../shell/api.ts'
import { useDebounced } from '../shell/use-debounced.ts'

const PAUSE_MS = 120

/** The records that the server finds for a text, one request a pause in typing; what is typed next cancels it. */
export function useHits(text: string) {
  const q = useDebounced(text.trim(), PAUSE_MS)
  const { data, error, isFetching } = useQuery<PaletteHit[], Refusal>({
    queryKey: ['palette', q],
    enabled: q.length >= LEAST_CHARACTERS && q.length <= 60,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    queryFn: async ({ signal }) => (await api.get<PaletteHit[]>('/palette', { params: { q }, signal })).data,
  })
  const isAsked = text.trim().length >= LEAST_CHARACTERS
  return { hits: isAsked ? (data ?? []) : [], failed: error, isSearching: isAsked && (isFetching || q !== text.trim()) }
}
