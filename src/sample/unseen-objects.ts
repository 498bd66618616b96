// How many objects of a kind there may be although none of them was read: what no variance of those read can tell.

/**
 * The "rule of three" for a finite number of objects: the most that can be of a kind none of which was drawn, unless that
 * had a probability below `beyond`. Of 60 out of very many objects, 2.5 %: one in seventeen.
 * J. A. Hanley, A. Lippman-Hand, If nothing goes wrong, is everything all right?, JAMA 249 (1983); here for drawing without replacement.
 * @param read objects drawn, each as likely as any other
 * @param inAll at least `read`
 */
export function mostUnseen(read: number, inAll: number, beyond: number): number {
  let unseen = 0;
  let probability = 1;
  // One more of the kind among the objects: none of the `read` is it either.
  while (unseen < inAll - read) {
    probability *= (inAll - read - unseen) / (inAll - unseen);
    if (probability < beyond) break;
    unseen += 1;
  }
  return unseen;
}
