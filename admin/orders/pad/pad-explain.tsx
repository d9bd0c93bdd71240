import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ExplainDrawer } from '../explain/explain-drawer.tsx'
import { ExplainLine } from '../explain/explain-line.tsx'
import type { LineStore } from '../lines/line-store.ts'
import { askQuote } from '../order-api.ts'

/** Explains a row of the pad from the last quote. */
export function PadExplain({ store, at, onClose }: { store: LineStore; at: string | null; onClose: () => void }) {
  const quoted = useSyncExternalStore(store.subscribe, () => (at === null ? undefined : store.quotedLine(at)))
  const request = useSyncExternalStore(store.subscribe, () => store.answer().request)
  const product = at === null ? null : store.line(at)?.product
  const index = at === null ? -1 : (request?.keys.indexOf(at) ?? -1)
  // Quotes leave out the traces of all lines; those of one line are fetched on demand.
  const { data } = useQuery({
    queryKey: ['order-explained', index, request],
    enabled: index >= 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await askQuote(request!.body, [index], signal)).lines.find(line => line.index === index),
  })
  return (
    <ExplainDrawer
      title={product ? `Why? ${product.code} ${product.name}` : 'Why?'}
      open={quoted !== undefined}
      onClose={onClose}
    >
      {quoted && <ExplainLine line={data ?? quoted} />}
    </ExplainDrawer>
  )
}
