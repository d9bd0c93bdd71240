import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { dayOf, daysBetween, isDay } from '../../resources/define/dates.ts'
import type { countTiles, TileCount } from '../../resources/home/commands.ts'
import { type Tile, type TileGroup, tileGroups, tileGroupsForBuyers, tileLinks } from '../../resources/home/tile.ts'
import { tiles } from '../../resources/home/tiles.ts'
import { usePerson } from '../account/person.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { Failure } from '../shell/failure.tsx'

const MOST = 10_000

/** The numbers of the person's work, by part of the business; each opens the list that it counts. */
export function Tiles() {
  const { user } = usePerson()
  const { data, error, refetch } = useAsk(at<typeof countTiles>('GET home'), {}, { refetchInterval: 60_000 })
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <TilesToCome />
  const counts = new Map(data.map(count => [count.name, count]))
  const titles = user.customerId === null ? tileGroups : tileGroupsForBuyers
  return (
    <div className="home-groups">
      {(Object.keys(tileGroups) as TileGroup[]).map(group => {
        const shown = tiles.filter(tile => tile.group === group && counts.has(tile.name))
        return (
          shown.length > 0 && (
            <section
              key={group}
              className="home-tiles"
              style={{ '--tiles': shown.length } as CSSProperties}
              aria-labelledby={`home-${group}`}
            >
              <h2 id={`home-${group}`}>{titles[group]}</h2>
              <ul>
                {shown.map(tile => (
                  <TileLine key={tile.name} tile={tile} count={counts.get(tile.name)!} />
                ))}
              </ul>
            </section>
          )
        )
      })}
    </div>
  )
}

function TileLine({ tile, count }: { tile: Tile; count: TileCount }) {
  const { total, oldest } = count
  const late = count.late ?? 0
  const today = dayOf(new Date().toISOString())
  const links = tileLinks(tile, today)
  const looks = ['home-tile', total === 0 && 'is-empty', late > 0 && 'is-late'].filter(Boolean).join(' ')
  return (
    <li className={looks}>
      <Link to={links.all ?? '/'}>
        <strong>{amount(total)}</strong>
        <span>{tile.label}</span>
      </Link>
      <p>
        {tile.late && late > 0 && (
          <Link to={links.late ?? '/'} className="home-late">
            {amount(late)} {tile.late.label}
            <span className="for-readers"> of {tile.label}</span>
          </Link>
        )}
        {oldest && total > 0 && <span className="quiet">{ageText(oldest, today)}</span>}
      </p>
    </li>
  )
}

const amount = (count: number) => (count > MOST ? `${MOST.toLocaleString('en-IN')}+` : count.toLocaleString('en-IN'))

function ageText(oldest: string, today: string): string {
  const days = daysBetween(isDay(oldest) ? oldest : dayOf(oldest), today)
  if (days <= 0) return 'oldest today'
  return `oldest ${days} ${days === 1 ? 'day' : 'days'}`
}

/** The place of the tiles while they are counted. */
const TilesToCome = () => (
  <div className="home-groups">
    <section className="home-tiles" style={{ '--tiles': 4 } as CSSProperties} aria-busy="true" aria-label="Counting">
      <h2>…</h2>
      <ul>
        {['one', 'two', 'three', 'four'].map(name => (
          <li key={name} className="home-tile is-coming" />
        ))}
      </ul>
    </section>
  </div>
)
