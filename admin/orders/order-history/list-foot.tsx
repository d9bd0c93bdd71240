import { Pagination } from 'antd'
import { useNarrow } from '../../derive/use-narrow.ts'

/** Below a list of orders: the total, and the pagination. */
export function ListFoot(foot: { total: number; page: number; pageSize: number; onPage: (page: number) => void }) {
  const { total, page, pageSize, onPage } = foot
  const narrow = useNarrow()
  return (
    <div className="list-foot">
      <span role="status">{total > 10_000 ? '10,000+ orders' : total === 1 ? '1 order' : `${total} orders`}</span>
      {total > pageSize && (
        <Pagination
          current={page}
          pageSize={pageSize}
          total={total}
          simple={narrow}
          showSizeChanger={false}
          onChange={onPage}
        />
      )}
    </div>
  )
}
