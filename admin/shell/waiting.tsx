/** Stands in the place of what a page still fetches: invisible for the first 200 ms, says more after 10 s. */
export function Waiting() {
  return (
    <div className="waiting" role="status">
      <span className="for-readers">Loading...</span>
      <span className="skeleton is-short" />
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="loading-long">Still working. A slow connection can take a while.</span>
    </div>
  )
}
