import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useSyncExternalStore } from 'react'
import type { Trace } from '../../resources/orders/trace.ts'
import { Icon } from '../shell/icons.tsx'
import type { LineStore } from './line-store.ts'
import { askQuote } from './order-api.ts'
import type { DecidedLine } from './order-shapes.ts'
import { priceWords, ruleText, taxWords } from './order-words.ts'
import { PromiseSource } from './promise-source.tsx'
import { TraceLadder } from './trace-ladder.tsx'

type Explained = Omit<
  DecidedLine,
  | 'sourceTrace'
  | 'priceTrace'
  | 'stock'
  | 'backOrder'
  | 'promiseDate'
  | 'netValue'
  | 'freightValue'
  | 'taxableValue'
  | 'grossValue'
> & {
  priceTrace?: Trace | null
  sourceTrace?: Trace | null
}

/** Why a line costs what it costs and comes from where it comes: in words first, then every candidate that was asked. */
export function ExplainLine({ line }: { line: Explained }) {
  return (
    <div className="explain">
      <section>
        <h3>Price</h3>
        <p>{priceWords(line).join(' ')}</p>
        {line.priceTrace && <TraceLadder trace={line.priceTrace} label="Candidates for the price" />}
      </section>
      <section>
        <h3>Source</h3>
        <p>
          {line.plant ? `Supplied by ${line.plant}: ${ruleText(line.sourceRule)}.` : 'No plant may supply this line.'}
        </p>
        {line.sourceTrace && <TraceLadder trace={line.sourceTrace} label="Candidates for the plant" />}
      </section>
      {line.promise && <PromiseSource of={line.promise} />}
      <section>
        <h3>Tax</h3>
        <p>{taxWords(line)} An estimate: the invoice from SAP is final.</p>
      </section>
    </div>
  )
}

/** The drawer in which anything is explained. */
export function ExplainDrawer({
  title,
  open,
  onClose,
  children,
}: {
  title: string
  open: boolean
  onClose: () => void
  children: React.ReactNode
}) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={title}
      width={Math.min(560, window.innerWidth)}
      closeIcon={<Icon name="close" />}
      destroyOnHidden
    >
      {children}
    </Drawer>
  )
}

/** Explains a row of the pad, with what the server last answered about it. */
export function PadExplain({ store, at, onClose }: { store: LineStore; at: string | null; onClose: () => void }) {
  const quoted = useSyncExternalStore(store.subscribe, () => (at === null ? undefined : store.quotedLine(at)))
  const asked = useSyncExternalStore(store.subscribe, () => store.answer().asked)
  const product = at === null ? null : store.line(at)?.product
  const index = at === null ? -1 : (asked?.keys.indexOf(at) ?? -1)
  // The candidates of 500 lines are not sent along with their prices: those of a line come when somebody asks why.
  const { data } = useQuery({
    queryKey: ['order-explained', index, asked],
    enabled: index >= 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await askQuote(asked!.body, [index], signal)).lines.find(line => line.index === index),
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
