module.exports = function (eleventy) {
  eleventy.addPassthroughCopy("style.css");
  eleventy.addPassthroughCopy("lamp.js");
};
