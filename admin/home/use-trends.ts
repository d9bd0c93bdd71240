import type { HomeTrends, showTrends } from '../../resources/home/commands.ts'
import { at, useAsk } from '../derive/command/ask.ts'

/** The figures of the charts; undefined until they are there. The page works without them. */
export const useTrends = (): HomeTrends | undefined =>
  useAsk(at<typeof showTrends>('GET home-trends'), {}, { refetchInterval: 600_000, staleTime: 60_000 }).data
