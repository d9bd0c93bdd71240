import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '../../shell/menu/icons.tsx'
import { useNarrow } from '../use-narrow.ts'
import { Acts } from './acts.tsx'
import { Beside, type Place, usePlaceInList } from './beside.tsx'
import type { RecordAct } from './record-acts.ts'
import type { SaidHeader, Words } from './record-header.ts'
import { Status } from './status.tsx'
import './record.css'

/** The page of a record: who and how much, its state and what is next, at most five facts, its acts; then its rows. */
export function RecordPage(page: {
  header: SaidHeader
  /** The list that it belongs to. */
  from: { title: string; path: string }
  acts: readonly RecordAct[]
  /** Where it stands among others, if not in the list that one came from. */
  place?: Place
  children: ReactNode
}) {
  const { who, keys, amount, state, next, facts } = page.header
  const onPhone = useNarrow()
  const inList = usePlaceInList()
  return (
    <div className={onPhone && page.acts.length > 0 ? 'record has-bar' : 'record'}>
      <div className="record-head">
        <nav aria-label="Breadcrumb" className="breadcrumb record-crumb">
          <Link to={page.from.path}>
            <Icon name="left" size={11} /> {page.from.title}
          </Link>
          <Beside place={page.place ?? inList} />
        </nav>
        <div className="record-who">
          <div>
            <h1>{who}</h1>
            <p className="record-keys">
              {keys.map(({ text, to }, index) => (
                <Fragment key={text}>
                  {index > 0 && ' · '}
                  <span>{to ? <Link to={to}>{text}</Link> : text}</span>
                </Fragment>
              ))}
            </p>
          </div>
          {amount && (
            <p className="record-amount">
              {amount.value} <small>{amount.small}</small>
            </p>
          )}
        </div>
        <div className="record-now">
          <p className="record-say" role="status">
            {state && <Status {...state} />} {next && <Sentence words={next} />}
          </p>
          {!onPhone && <Acts acts={page.acts} onPhone={false} />}
        </div>
        {facts.length > 0 && (
          <dl className="record-facts">
            {facts.map(({ label, value, small, bad, isInner }) => (
              <div key={label} className={isInner ? 'is-inner' : undefined}>
                <dt>{label}</dt>
                <dd className={bad ? 'is-bad' : undefined}>{value}</dd>
                {small && <dd className="record-small">{small}</dd>}
              </div>
            ))}
          </dl>
        )}
      </div>
      <div className="record-body">{page.children}</div>
      {onPhone && <Acts acts={page.acts} onPhone />}
    </div>
  )
}

const Sentence = ({ words }: { words: Words }) => (
  <span>
    {words.map((part, index) =>
      typeof part === 'string' ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have their place
        <Fragment key={index}>{part}</Fragment>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have their place
        <strong key={index}>{part.strong}</strong>
      ),
    )}
  </span>
)
