import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { keyOfAct, useActKeys } from '../../shell/act-keys.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { MenuButton } from '../menu-button.tsx'
import { type PlacedActs, placed, placedOnPhone, type RecordAct } from './record-acts.ts'

/** What may be done with a record: beside what is next, on a phone in a bar at the bottom. */
export function Acts({ acts, onPhone }: { acts: readonly RecordAct[]; onPhone: boolean }) {
  const shown = onPhone ? placedOnPhone(acts) : placed(acts)
  useActKeys(acts.some(({ letter }) => letter !== undefined))
  if (acts.length === 0) return null
  return (
    <div className={onPhone ? 'record-bar' : 'record-acts'}>
      {shown.primary && <ActButton act={shown.primary} primary />}
      {shown.beside.map(act => (
        <ActButton key={act.key} act={act} />
      ))}
      <More acts={shown.more} />
    </div>
  )
}

function ActButton({ act, primary = false }: { act: RecordAct; primary?: boolean }) {
  const { label, of, letter, to, href, opens, take, busy = false } = act
  const navigate = useNavigate()
  return (
    <Button
      {...(primary && { type: 'primary' })}
      {...(to && { href: to })}
      {...(href && { href, ...(!opens && { download: true }) })}
      {...keyOfAct(letter)}
      loading={busy}
      onClick={event => {
        if (take) take()
        if (!to || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        void navigate(to)
      }}
    >
      {label}
      {of && <span className="for-readers"> {of}</span>}
      {letter && (
        <span className="record-letter" aria-hidden="true">
          {letter}
        </span>
      )}
    </Button>
  )
}

/** The rest; where it leads elsewhere, a link. */
function More({ acts }: { acts: PlacedActs['more'] }) {
  if (acts.length === 0) return null
  const firstDanger = acts.findIndex(({ danger }) => danger)
  const items = acts.flatMap((act, index) => [
    ...(index === firstDanger && index > 0 ? [{ type: 'divider' as const, key: 'danger' }] : []),
    { key: act.key, danger: act.danger ?? false, label: <MoreLabel act={act} /> },
  ])
  return (
    <MenuButton menu={{ items, onClick: ({ key }) => acts.find(act => act.key === key)?.take?.() }}>
      <Button aria-haspopup="menu">
        More <Icon name="down" />
      </Button>
    </MenuButton>
  )
}

function MoreLabel({ act: { label, of, to, href } }: { act: RecordAct }) {
  const words = (
    <>
      {label}
      {of && <span className="for-readers"> {of}</span>}
    </>
  )
  if (to) return <Link to={to}>{words}</Link>
  if (href)
    return (
      <a href={href} download>
        {words}
      </a>
    )
  return words
}
