// Many small requests, several at a time: their writes share commits, which is faster than one after the other.

/** Hands each item to one of the lanes, in turn; a lane takes its next item when it is done with the one before. */
export async function inLanes<Lane, Item>(
  lanes: readonly Lane[],
  items: readonly Item[],
  work: (item: Item, lane: Lane) => Promise<void>,
): Promise<void> {
  await Promise.all(
    lanes.map(async (lane, place) => {
      for (let index = place; index < items.length; index += lanes.length) await work(items[index] as Item, lane)
    }),
  )
}
