import type { countTiles } from '../../../resources/home/commands.ts'
import { at, useAsk } from '../../derive/command/ask.ts'

/** How many rows wait for the person, in all and under each noun, read each minute; undefined while that is unknown. */
export function useWaiting() {
  const { data } = useAsk(at<typeof countTiles>('GET home'), {}, { refetchInterval: 60_000 })
  if (!data) return undefined
  const byNoun = new Map<string, number>()
  let all = 0
  for (const { noun, work } of data) {
    if (work === null) continue
    if (noun !== null) byNoun.set(noun, (byNoun.get(noun) ?? 0) + work)
    all += work
  }
  return { all, byNoun }
}
